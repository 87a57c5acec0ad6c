# tukey_module(name DEPENDS ... LINK ... CUDA_LINK ...): one library of the project.
#
# Sources are found by place: src/*.cpp always, cuda/*.cu and cuda/*.cpp only with CUDA (kernels, and vendor-library
# calls compiled by g++). Static by default, exported as tukey::name; with BUILD_SHARED_LIBS all modules go into one
# libtukey.so and tukey::name names that.
set(TUKEY_MODULES "" CACHE INTERNAL "")

function(tukey_module name)
  cmake_parse_arguments(M "" "" "DEPENDS;LINK;CUDA_LINK" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS src/*.cpp src/*.hpp include/tukey/*.hpp include/tukey/*/*.hpp)
  if(TUKEY_HAS_CUDA)
    file(GLOB cuda_sources CONFIGURE_DEPENDS cuda/*.cu cuda/*.cuh cuda/*.cpp)
    list(APPEND sources ${cuda_sources})
    list(APPEND M_LINK ${M_CUDA_LINK} CUDA::cudart_static)
  endif()

  set(kind STATIC)
  if(BUILD_SHARED_LIBS)
    set(kind OBJECT)
  endif()
  add_library(tukey_${name} ${kind} ${sources})
  add_library(tukey::${name} ALIAS tukey_${name})
  set_target_properties(tukey_${name} PROPERTIES EXPORT_NAME ${name} OUTPUT_NAME tukey_${name} LINKER_LANGUAGE CXX)
  target_include_directories(tukey_${name} PUBLIC
    $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_include_directories(tukey_${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/src ${CMAKE_CURRENT_SOURCE_DIR}/cuda)
  target_compile_features(tukey_${name} PUBLIC cxx_std_17)
  set_target_properties(tukey_${name} PROPERTIES CXX_STANDARD 20)
  foreach(dependency ${M_DEPENDS})
    target_link_libraries(tukey_${name} PUBLIC tukey_${dependency})
  endforeach()
  target_link_libraries(tukey_${name} PRIVATE $<BUILD_INTERFACE:tukey_flags> ${M_LINK})

  set(TUKEY_MODULES "${TUKEY_MODULES};${name}" CACHE INTERNAL "")
  set(TUKEY_DEPENDS_${name} "${M_DEPENDS}" CACHE INTERNAL "")
  set(TUKEY_LINK_${name} "${M_LINK}" CACHE INTERNAL "")
endfunction()

function(tukey_finish_modules)
  configure_file(${PROJECT_SOURCE_DIR}/core/include/tukey/config.hpp.in
                 ${PROJECT_BINARY_DIR}/generated/tukey/config.hpp @ONLY)
  list(REMOVE_ITEM TUKEY_MODULES "")
  if(BUILD_SHARED_LIBS)
    add_library(tukey SHARED)
    foreach(name ${TUKEY_MODULES})
      target_sources(tukey PRIVATE $<TARGET_OBJECTS:tukey_${name}>)
      target_link_libraries(tukey PRIVATE ${TUKEY_LINK_${name}})
    endforeach()
    set_target_properties(tukey PROPERTIES LINKER_LANGUAGE CXX VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
    target_link_options(tukey PRIVATE LINKER:--exclude-libs,ALL)
    target_compile_features(tukey INTERFACE cxx_std_17)
    foreach(name ${TUKEY_MODULES})
      target_include_directories(tukey INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/${name}/include>)
    endforeach()
    target_include_directories(tukey INTERFACE $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated>
                                               $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    set(install_targets tukey)
  else()
    add_library(tukey INTERFACE)
    foreach(name ${TUKEY_MODULES})
      target_link_libraries(tukey INTERFACE tukey_${name})
      list(APPEND install_targets tukey_${name})
    endforeach()
    list(APPEND install_targets tukey)
  endif()
  target_include_directories(tukey INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)  # tukey/tukey.hpp
  add_library(tukey::tukey ALIAS tukey)

  install(TARGETS ${install_targets} EXPORT tukeyTargets
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  foreach(name ${TUKEY_MODULES})
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/${name}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
            FILES_MATCHING PATTERN "*.hpp" PATTERN "*.cuh")
  endforeach()
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(FILES ${PROJECT_BINARY_DIR}/generated/tukey/config.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tukey)
  install(EXPORT tukeyTargets NAMESPACE tukey:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tukey)
  include(CMakePackageConfigHelpers)
  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/tukeyConfig.cmake.in
    ${PROJECT_BINARY_DIR}/tukeyConfig.cmake INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tukey)
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/tukeyConfigVersion.cmake COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/tukeyConfig.cmake ${PROJECT_BINARY_DIR}/tukeyConfigVersion.cmake
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tukey)
endfunction()

# Program of the project (test, benchmark, example) that uses all modules.
function(tukey_program target)
  add_executable(${target} ${ARGN})
  target_link_libraries(${target} PRIVATE tukey::tukey tukey_flags)
endfunction()
